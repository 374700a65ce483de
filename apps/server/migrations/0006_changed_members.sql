CREATE TABLE "changed_members" (
	"group_id" bigint NOT NULL,
	"version" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "changed_members_group_id_version_account_id_pk" PRIMARY KEY("group_id","version","account_id")
);
--> statement-breakpoint
-- Who changed is noted beside the version, so that of a long list only the changed parts are read again.
create function touch_group(touched bigint, account bigint) returns void language plpgsql as $$
declare done text := coalesce(current_setting('portico.touched_groups', true), '');
begin
  if touched is null then return; end if;
  if position(',' || touched || ',' in done) = 0 then
    perform set_config('portico.touched_groups', done || ',' || touched || ',', true);
    update groups set users_version = users_version + 1 where id = touched;
  end if;
  insert into changed_members (group_id, version, account_id, at)
    select touched, users_version, account, now() from groups where id = touched
    on conflict do nothing;
end $$;
--> statement-breakpoint
create or replace function subscriptions_touch_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then perform touch_group(old.group_id, old.account_id); end if;
  perform touch_group(new.group_id, new.account_id);
  return null;
end $$;
--> statement-breakpoint
create or replace function accounts_touch_group() returns trigger language plpgsql as $$
begin
  perform touch_group((select group_id from subscriptions where account_id = new.id), new.id);
  return null;
end $$;
--> statement-breakpoint
drop function touch_group(bigint);
