-- Rules that no query may forget, kept by the database itself.

insert into versions (name, value) values ('catalog', 1);
--> statement-breakpoint

-- Ledger: a member's balance follows his entries.
create function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance = balance + new.amount where id = new.ledger_account_id and kind = 'member';
  return new;
end $$;
--> statement-breakpoint
create trigger ledger_entries_balance before insert on ledger_entries
  for each row execute function ledger_keep_balance();
--> statement-breakpoint
create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
--> statement-breakpoint
create function ledger_guard_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then raise exception 'a balance changes only by ledger entries'; end if;
  return new;
end $$;
--> statement-breakpoint
create trigger ledger_accounts_guard before update on ledger_accounts
  for each row when (old.balance is distinct from new.balance) execute function ledger_guard_balance();
--> statement-breakpoint
create trigger ledger_accounts_start before insert on ledger_accounts
  for each row when (new.balance <> 0) execute function ledger_guard_balance();
--> statement-breakpoint
create function ledger_guard_owner() returns trigger language plpgsql as $$
begin
  raise exception 'a ledger account stays whose it is';
end $$;
--> statement-breakpoint
create trigger ledger_accounts_owner before update on ledger_accounts
  for each row when ((old.kind, old.owner_id, old.currency) is distinct from (new.kind, new.owner_id, new.currency))
  execute function ledger_guard_owner();
--> statement-breakpoint
create trigger ledger_accounts_kept before delete or truncate on ledger_accounts
  for each statement execute function ledger_append_only();
--> statement-breakpoint
-- An entry is in the currency of its account.
alter table ledger_accounts add constraint ledger_accounts_currency unique (id, currency);
--> statement-breakpoint
alter table ledger_entries add constraint ledger_entries_currency foreign key (ledger_account_id, currency) references ledger_accounts (id, currency);
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_append_only();
--> statement-breakpoint
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_append_only();
--> statement-breakpoint
create function ledger_sum_zero() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_entries where transaction_id = new.transaction_id group by currency having sum(amount) <> 0
  ) then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger ledger_entries_sum_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_sum_zero();
--> statement-breakpoint

-- Nodes keep the list of members they serve while the version of their groups stands still. The trigger fires at commit,
-- so that the group's row is the last one locked, and once for each group and transaction.
create function touch_group(touched bigint) returns void language plpgsql as $$
declare done text := coalesce(current_setting('portico.touched_groups', true), '');
begin
  if touched is null or position(',' || touched || ',' in done) > 0 then return; end if;
  perform set_config('portico.touched_groups', done || ',' || touched || ',', true);
  update groups set users_version = users_version + 1 where id = touched;
end $$;
--> statement-breakpoint
create function subscriptions_touch_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then perform touch_group(old.group_id); end if;
  perform touch_group(new.group_id);
  return null;
end $$;
--> statement-breakpoint
create constraint trigger subscriptions_added after insert on subscriptions
  deferrable initially deferred for each row when (new.group_id is not null) execute function subscriptions_touch_group();
--> statement-breakpoint
create constraint trigger subscriptions_changed after update on subscriptions
  deferrable initially deferred for each row
  when (
    (old.group_id, old.uuid, old.speed_limit, old.device_limit, old.expires_at)
      is distinct from (new.group_id, new.uuid, new.speed_limit, new.device_limit, new.expires_at)
    or (old.up + old.down < old.transfer_enable) <> (new.up + new.down < new.transfer_enable)
  )
  execute function subscriptions_touch_group();
--> statement-breakpoint
create function accounts_touch_group() returns trigger language plpgsql as $$
begin
  perform touch_group((select group_id from subscriptions where account_id = new.id));
  return null;
end $$;
--> statement-breakpoint
create constraint trigger accounts_banned after update on accounts
  deferrable initially deferred for each row when ((old.banned_at is null) <> (new.banned_at is null))
  execute function accounts_touch_group();
--> statement-breakpoint

-- The catalog version covers all that a rendered profile is made of besides the member himself.
create function touch_catalog() returns trigger language plpgsql as $$
begin
  update versions set value = value + 1 where name = 'catalog';
  return null;
end $$;
--> statement-breakpoint
create trigger nodes_catalog after insert or update or delete on nodes for each statement execute function touch_catalog();
--> statement-breakpoint
create trigger node_groups_catalog after insert or update or delete on node_groups for each statement execute function touch_catalog();
--> statement-breakpoint
create trigger settings_catalog after insert or update or delete on settings for each statement execute function touch_catalog();
--> statement-breakpoint
create function announce_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_changed', 'settings');
  return null;
end $$;
--> statement-breakpoint
create trigger settings_announced after insert or update or delete on settings for each statement execute function announce_settings();
--> statement-breakpoint

-- Hot rows: room on the page keeps an update of counters away from the indexes.
alter table subscriptions set (fillfactor = 70);
--> statement-breakpoint
alter table sessions set (fillfactor = 80);
--> statement-breakpoint
-- A push is read once, a moment later: compressing its arrays would cost more than writing them.
alter table traffic_batches alter account_ids set storage external, alter ups set storage external, alter downs set storage external;
--> statement-breakpoint
create index traffic_batches_uncounted on traffic_batches (id) where counted_at is null;
