insert into versions (name, value) values ('games', 1);
--> statement-breakpoint
create function touch_games() returns trigger language plpgsql as $$
begin
  update versions set value = value + 1 where name = 'games';
  return null;
end $$;
--> statement-breakpoint
create trigger games_version after insert or update or delete on games for each statement execute function touch_games();
