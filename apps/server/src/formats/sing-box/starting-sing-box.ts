/** The built-in layout of sing-box, written as a template. */
export const startingSingBox = `{
  "log": { "level": "warn" },
  "dns": {
    "servers": [
      { "type": "https", "tag": "remote", "server": "1.1.1.1", "detour": "{{site_title}}" },
      { "type": "local", "tag": "local" }
    ],
    "rules": [
      { "domain": ["{{subscribe_host}}"], "domain_suffix": [".cn", ".local", ".lan", ".home.arpa"], "server": "local" }
    ],
    "final": "remote"
  },
  "inbounds": [
    {
      "type": "tun",
      "tag": "tun-in",
      "address": ["172.19.0.1/30", "fdfe:dcba:9876::1/126"],
      "auto_route": true,
      "strict_route": true
    },
    { "type": "mixed", "tag": "mixed-in", "listen": "127.0.0.1", "listen_port": 2080 }
  ],
  "outbounds": [
    { "type": "selector", "tag": "{{site_title}}", "outbounds": ["Auto", "/*/", "direct"] },
    { "type": "urltest", "tag": "Auto", "outbounds": ["/*/"] },
    { "type": "direct", "tag": "direct" }
  ],
  "route": {
    "rules": [
      { "action": "sniff" },
      { "protocol": "dns", "action": "hijack-dns" },
      "{{subscribe_rule}}",
      { "ip_is_private": true, "action": "route", "outbound": "direct" },
      { "domain_suffix": [".cn", ".local", ".lan", ".home.arpa"], "action": "route", "outbound": "direct" }
    ],
    "final": "{{site_title}}",
    "auto_detect_interface": true,
    "default_domain_resolver": "local"
  }
}
`
