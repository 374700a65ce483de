CREATE TABLE "node_aliases" (
	"type" text NOT NULL,
	"code" text NOT NULL,
	"node_id" bigint NOT NULL,
	CONSTRAINT "node_aliases_name" PRIMARY KEY("code","type"),
	CONSTRAINT "node_aliases_code" CHECK (code ~ '^[A-Za-z0-9._-]{1,64}$')
);
--> statement-breakpoint
CREATE TABLE "old_panel_calls" (
	"type" text NOT NULL,
	"code" text NOT NULL,
	"network" text NOT NULL,
	"answered_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	CONSTRAINT "old_panel_calls_type_code_pk" PRIMARY KEY("type","code")
);
--> statement-breakpoint
CREATE TABLE "own_secrets" (
	"account_id" bigint NOT NULL,
	"device" smallint DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"secret" text NOT NULL,
	"on_node" text NOT NULL,
	"cipher" text,
	CONSTRAINT "own_secrets_account_id_device_kind_pk" PRIMARY KEY("account_id","device","kind"),
	CONSTRAINT "own_secrets_kind" CHECK (kind in ('vless', 'vmess', 'trojan', 'shadowsocks', 'shadowsocks-2022-128', 'shadowsocks-2022-256', 'hysteria2', 'hysteria', 'anytls')),
	CONSTRAINT "own_secrets_device" CHECK (device >= 0),
	CONSTRAINT "own_secrets_cipher" CHECK (cipher is null or kind = 'shadowsocks')
);
--> statement-breakpoint
ALTER TABLE "node_aliases" ADD CONSTRAINT "node_aliases_node_id_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."nodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_secrets" ADD CONSTRAINT "own_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "node_aliases_node" ON "node_aliases" USING btree ("node_id");--> statement-breakpoint
CREATE UNIQUE INDEX "own_secrets_on_node" ON "own_secrets" USING btree ("kind","on_node");--> statement-breakpoint
create function own_secrets_touch_group() returns trigger language plpgsql as $$
declare account bigint := coalesce(new.account_id, old.account_id);
begin
  perform touch_group((select group_id from subscriptions where account_id = account), account);
  return null;
end $$;
--> statement-breakpoint
create constraint trigger own_secrets_changed after insert or update or delete on own_secrets
  deferrable initially deferred for each row execute function own_secrets_touch_group();
