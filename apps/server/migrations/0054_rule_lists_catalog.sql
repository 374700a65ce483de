-- Profiles for sing-box hold the lists, so a list that changes makes new profiles.
create trigger rule_lists_catalog after update on rule_lists
  for each row when (old.sha256 is distinct from new.sha256) execute function touch_catalog();--> statement-breakpoint
create trigger rule_lists_first_catalog after insert on rule_lists
  for each row when (new.sha256 is not null) execute function touch_catalog();
