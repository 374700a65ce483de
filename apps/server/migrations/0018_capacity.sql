DROP INDEX "orders_plan_open";--> statement-breakpoint
CREATE INDEX "orders_plan_open" ON "orders" USING btree ("plan_id") WHERE status in ('pending', 'processing', 'review');
--> statement-breakpoint
-- The places taken on limited plans are counted once for each version. The triggers fire at commit, so that the version is locked
-- last and briefly, and once in each transaction. Plans without a limit do not touch it.
insert into versions (name, value) values ('capacity', 1);
--> statement-breakpoint
create function touch_capacity(one bigint, other bigint) returns void language plpgsql as $$
begin
  if current_setting('portico.touched_capacity', true) = 'yes' then return; end if;
  perform from plans where id in (one, other) and capacity_limit is not null;
  if not found then return; end if;
  perform set_config('portico.touched_capacity', 'yes', true);
  update versions set value = value + 1 where name = 'capacity';
end $$;
--> statement-breakpoint
create function orders_touch_capacity() returns trigger language plpgsql as $$
begin
  perform touch_capacity(new.plan_id, null);
  return null;
end $$;
--> statement-breakpoint
create constraint trigger orders_take_place after insert on orders
  deferrable initially deferred for each row when (new.plan_id is not null) execute function orders_touch_capacity();
--> statement-breakpoint
create constraint trigger orders_move_place after update of status on orders
  deferrable initially deferred for each row
  when (
    new.plan_id is not null
    and (old.status in ('pending', 'processing', 'review')) <> (new.status in ('pending', 'processing', 'review'))
  )
  execute function orders_touch_capacity();
--> statement-breakpoint
create function subscriptions_touch_capacity() returns trigger language plpgsql as $$
begin
  perform touch_capacity(old.plan_id, new.plan_id);
  return null;
end $$;
--> statement-breakpoint
create constraint trigger subscriptions_move_place after update of plan_id, group_id, expires_at on subscriptions
  deferrable initially deferred for each row
  when (
    (old.plan_id, old.group_id is null, old.expires_at) is distinct from (new.plan_id, new.group_id is null, new.expires_at)
  )
  execute function subscriptions_touch_capacity();
--> statement-breakpoint
create function plans_touch_capacity() returns trigger language plpgsql as $$
begin
  perform touch_capacity(new.id, null);
  return null;
end $$;
--> statement-breakpoint
-- Places on it were not counted before.
create constraint trigger plans_limited after update of capacity_limit on plans
  deferrable initially deferred for each row when (old.capacity_limit is null and new.capacity_limit is not null)
  execute function plans_touch_capacity();
