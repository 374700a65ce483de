CREATE TABLE "article_words" (
	"word" text PRIMARY KEY NOT NULL,
	"near" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_texts" ADD COLUMN "words" text[];--> statement-breakpoint
ALTER TABLE "article_texts" ADD COLUMN "heads" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "article_words_start" ON "article_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "article_words_near" ON "article_words" USING gin ("near") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "article_texts_words" ON "article_texts" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "article_texts_uncut" ON "article_texts" USING btree ("article_id") WHERE words is null;--> statement-breakpoint
-- Search finds an article by the names of its category and tags, which may change: its words hold their ids.
create function article_texts_add_places() returns trigger language plpgsql as $$
declare places text[];
begin
  if new.words is null then return new; end if;
  places := array(select '#c' || category_id from articles where id = new.article_id and category_id is not null
    union all select '#t' || tag_id from article_tag_links where article_id = new.article_id);
  new.words := array(select word from unnest(new.words) word where word not like '#%') || places;
  new.heads := array(select word from unnest(new.heads) word where word not like '#%') || places;
  return new;
end $$;--> statement-breakpoint
create function articles_move_words() returns trigger language plpgsql as $$
begin
  update article_texts set words = words where article_id = new.id;
  return null;
end $$;--> statement-breakpoint
create function article_tag_links_move_words() returns trigger language plpgsql as $$
begin
  update article_texts set words = words where article_id = coalesce(new.article_id, old.article_id);
  return null;
end $$;--> statement-breakpoint
create trigger article_texts_places before insert or update of words on article_texts for each row execute function article_texts_add_places();--> statement-breakpoint
create trigger articles_words_moved after update of category_id on articles
for each row when (old.category_id is distinct from new.category_id) execute function articles_move_words();--> statement-breakpoint
create trigger article_tag_links_words_moved after insert or delete on article_tag_links for each row execute function article_tag_links_move_words();
