-- Streams of the log look for new rows while somebody follows them.
drop trigger audit_log_announced on audit_log;
--> statement-breakpoint
drop function announce_audit();
