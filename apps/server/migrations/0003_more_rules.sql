-- Rules that no query may forget, added with money and delivery.

-- What belongs to members has its balance kept: to spend, earned by inviting, and held for open orders and withdrawals.
create or replace function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance = balance + new.amount
    where id = new.ledger_account_id and kind in ('member', 'commission', 'held');
  return new;
end $$;
--> statement-breakpoint
-- Signs quotes; made here so that every process has the same.
create table server_secrets (name text primary key, value text not null);
--> statement-breakpoint
insert into server_secrets (name, value)
  values ('quote', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
--> statement-breakpoint

-- A report may charge whom its node serves or served a day ago: who left which group, however it came about.
create function note_past_member() returns trigger language plpgsql as $$
begin
  insert into past_members (account_id, group_id, left_at) values (old.account_id, old.group_id, now())
    on conflict (account_id, group_id) do update set left_at = excluded.left_at;
  return null;
end $$;
--> statement-breakpoint
create trigger subscriptions_left_group after update of group_id on subscriptions
  for each row when (old.group_id is not null and old.group_id is distinct from new.group_id) execute function note_past_member();
--> statement-breakpoint
create function note_past_node_group() returns trigger language plpgsql as $$
begin
  insert into past_node_groups (node_id, group_id, left_at) values (old.node_id, old.group_id, now())
    on conflict (node_id, group_id) do update set left_at = excluded.left_at;
  return null;
end $$;
--> statement-breakpoint
create trigger node_groups_left after delete on node_groups for each row execute function note_past_node_group();
--> statement-breakpoint
-- Read and written whole with each report: compressing would cost more.
alter table node_boots alter account_ids set storage external, alter ups set storage external, alter downs set storage external;
--> statement-breakpoint
alter table nodes add constraint nodes_not_own_parent check (parent_id <> id);
--> statement-breakpoint
-- Partitions are made by the month as its first batch is counted, and dropped with their retention.
create table traffic_hourly (
  account_id bigint not null, node_id bigint not null, hour timestamptz not null,
  up bigint not null, down bigint not null, billed_up bigint not null, billed_down bigint not null,
  primary key (account_id, hour, node_id)
) partition by range (hour);
--> statement-breakpoint
create index traffic_hourly_hour on traffic_hourly (hour, node_id);
-- end of node rules
--> statement-breakpoint
-- Nodes stored before these settings were there get them, empty: the contract knows no absent field.
update nodes set settings = '{"encryption": "", "decryption": "", "xhttp": null}'::jsonb || settings where settings->>'protocol' = 'vless';
--> statement-breakpoint
update nodes set settings = '{"obfs_tls": false}'::jsonb || settings where settings->>'protocol' = 'shadowsocks';
--> statement-breakpoint
update nodes set settings = '{"hop_interval": 0}'::jsonb || settings where settings->>'protocol' = 'hysteria2';
--> statement-breakpoint
update nodes set settings = jsonb_set(settings, '{tls}', '{"ech": null}'::jsonb || (settings->'tls'))
  where settings->>'protocol' in ('vless', 'vmess', 'trojan', 'anytls') and jsonb_typeof(settings->'tls') = 'object';

--> statement-breakpoint
-- Profiles are made by templates; a draft is in none.
create trigger template_versions_catalog after update or delete on template_versions for each statement execute function touch_catalog();
--> statement-breakpoint
create trigger template_versions_added after insert on template_versions
  for each row when (new.state = 'active') execute function touch_catalog();
