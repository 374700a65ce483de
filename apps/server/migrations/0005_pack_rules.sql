-- Limits of a member's own change what nodes are told as the plan's do.
drop trigger subscriptions_changed on subscriptions;
--> statement-breakpoint
create constraint trigger subscriptions_changed after update on subscriptions
  deferrable initially deferred for each row
  when (
    (old.group_id, old.uuid, old.speed_limit, old.device_limit, old.own_speed_limit, old.own_device_limit, old.expires_at)
      is distinct from
    (new.group_id, new.uuid, new.speed_limit, new.device_limit, new.own_speed_limit, new.own_device_limit, new.expires_at)
    or (old.up + old.down < old.transfer_enable) <> (new.up + new.down < new.transfer_enable)
  )
  execute function subscriptions_touch_group();
