ALTER TABLE "payment_methods" ADD COLUMN "keeps_addresses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Methods from before keep working, wherever their addresses lead.
UPDATE "payment_methods" SET "keeps_addresses" = true;--> statement-breakpoint
-- The length of a text as JavaScript counts it: a character beyond the first 65,536 counts twice.
create function utf16_length(given text) returns integer language sql immutable strict as $$
  select length(given) + length(regexp_replace(given, '[^\U00010000-\U0010FFFF]', '', 'g'))
$$;--> statement-breakpoint
create function are_tags(given text[]) returns boolean language sql immutable strict as $$
  select cardinality(given) <= 8 and not exists (
    select from unnest(given) tag where tag is null or tag !~ '[^[:space:]]' or public.utf16_length(tag) > 24)
$$;--> statement-breakpoint
create function are_rate_ranges(given jsonb) returns boolean language sql immutable strict as $$
  select jsonb_typeof(given) = 'array' and jsonb_array_length(given) <= 24 and not exists (
    select from jsonb_array_elements(given) one
    where coalesce(one ->> 'start', '') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$'
      or coalesce(one ->> 'end', '') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$'
      or coalesce(one ->> 'rate', '') !~ '^[0-9]{1,5}$' or (one ->> 'rate')::int > 10000)
$$;--> statement-breakpoint
create function within_times(given timestamptz) returns timestamptz language sql immutable strict as $$
  select least(greatest(given, '1970-01-01 00:00:00+00'), '9999-12-31 00:00:00+00')
$$;--> statement-breakpoint
-- Rows from before are brought within the rules: the console could not show them.
update accounts set
  commission_mode = case when commission_mode in ('first', 'every') then commission_mode end,
  created_at = within_times(created_at),
  last_login_at = within_times(last_login_at),
  banned_at = within_times(banned_at),
  closed_at = within_times(closed_at)
where commission_mode not in ('first', 'every')
  or least(created_at, last_login_at, banned_at, closed_at) < '1970-01-01 00:00:00+00'
  or greatest(created_at, last_login_at, banned_at, closed_at) >= '10000-01-01 00:00:00+00';--> statement-breakpoint
update subscriptions set
  transfer_enable = least(greatest(transfer_enable, 0), 9007199254740991), extra_bytes = least(extra_bytes, 9007199254740991),
  up = least(greatest(up, 0), 9007199254740991), down = least(greatest(down, 0), 9007199254740991),
  used_before = least(greatest(used_before, 0), 9007199254740991),
  expires_at = within_times(expires_at),
  next_reset_at = within_times(next_reset_at),
  cycle_began_at = within_times(cycle_began_at)
where least(transfer_enable, up, down, used_before) < -9007199254740991
  or greatest(transfer_enable, extra_bytes, up, down, used_before) > 9007199254740991
  or least(expires_at, next_reset_at, cycle_began_at) < '1970-01-01 00:00:00+00'
  or greatest(expires_at, next_reset_at, cycle_began_at) >= '10000-01-01 00:00:00+00';--> statement-breakpoint
update nodes set
  name = case when name ~ '[^[:space:]]' then left(name, 40) else '#' || id end where name !~ '[^[:space:]]' or utf16_length(name) > 80;--> statement-breakpoint
-- A node that clients cannot reach as it is written is not offered until an operator corrects it.
update nodes set host = 'unknown.invalid', state = 'hidden' where host !~ '^[A-Za-z0-9._:-]{1,253}$';--> statement-breakpoint
update nodes set port = '443', state = 'hidden' where port !~ '^[0-9]{1,5}(-[0-9]{1,5})?$' or split_part(port, '-', 1)::int not between 1 and 65535
  or (port ~ '-' and split_part(port, '-', 2)::int not between split_part(port, '-', 1)::int + 1 and 65535);--> statement-breakpoint
update nodes set server_port = 443, state = 'hidden' where server_port not between 1 and 65535;--> statement-breakpoint
update nodes set rate = least(greatest(rate, 0), 10000) where rate not between 0 and 10000;--> statement-breakpoint
update nodes set rate_ranges = '[]' where not are_rate_ranges(rate_ranges);--> statement-breakpoint
update nodes set tags = '{}' where not are_tags(tags);--> statement-breakpoint
update nodes set state = 'hidden' where state not in ('enabled', 'draining', 'maintenance', 'hidden');--> statement-breakpoint
update nodes set quota = case when quota between 1 and 9007199254740991 then quota end,
  quota_reset_day = case when quota_reset_day between 1 and 31 then quota_reset_day end
where quota not between 1 and 9007199254740991 or quota_reset_day not between 1 and 31;--> statement-breakpoint
update nodes set created_at = within_times(created_at),
  offline_at = within_times(offline_at)
where least(created_at, offline_at) < '1970-01-01 00:00:00+00' or greatest(created_at, offline_at) >= '10000-01-01 00:00:00+00';--> statement-breakpoint
drop function within_times;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_commission_mode" CHECK (commission_mode in ('first', 'every'));--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_times" CHECK (created_at >= '1970-01-01 00:00:00+00' and created_at < '10000-01-01 00:00:00+00' and last_login_at >= '1970-01-01 00:00:00+00' and last_login_at < '10000-01-01 00:00:00+00' and banned_at >= '1970-01-01 00:00:00+00' and banned_at < '10000-01-01 00:00:00+00' and closed_at >= '1970-01-01 00:00:00+00' and closed_at < '10000-01-01 00:00:00+00');--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_name" CHECK (name ~ '[^[:space:]]' and utf16_length(name) <= 80);--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_host" CHECK (host ~ '^[A-Za-z0-9._:-]{1,253}$');--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_ports" CHECK (server_port between 1 and 65535 and port ~ '^[0-9]{1,5}(-[0-9]{1,5})?$' and split_part(port, '-', 1)::int between 1 and 65535
        and (port !~ '-' or split_part(port, '-', 2)::int between split_part(port, '-', 1)::int + 1 and 65535));--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_rate" CHECK (rate between 0 and 10000);--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_rate_ranges" CHECK (are_rate_ranges(rate_ranges));--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_tags" CHECK (are_tags(tags));--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_state" CHECK (state in ('enabled', 'draining', 'maintenance', 'hidden'));--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_protocol" CHECK (coalesce(settings ->> 'protocol', '') in ('vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria2', 'tuic', 'anytls', 'hysteria', 'naive', 'mieru', 'socks', 'http'));--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_quota" CHECK (quota >= 1 and quota between -9007199254740991 and 9007199254740991 and quota_reset_day between 1 and 31);--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_times" CHECK (created_at >= '1970-01-01 00:00:00+00' and created_at < '10000-01-01 00:00:00+00' and offline_at >= '1970-01-01 00:00:00+00' and offline_at < '10000-01-01 00:00:00+00');--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_bytes" CHECK (transfer_enable between -9007199254740991 and 9007199254740991 and extra_bytes between -9007199254740991 and 9007199254740991 and up between -9007199254740991 and 9007199254740991 and down between -9007199254740991 and 9007199254740991 and used_before between -9007199254740991 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_times" CHECK (expires_at >= '1970-01-01 00:00:00+00' and expires_at < '10000-01-01 00:00:00+00' and next_reset_at >= '1970-01-01 00:00:00+00' and next_reset_at < '10000-01-01 00:00:00+00' and cycle_began_at >= '1970-01-01 00:00:00+00' and cycle_began_at < '10000-01-01 00:00:00+00');
