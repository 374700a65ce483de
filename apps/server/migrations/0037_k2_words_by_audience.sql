-- Words are noted for whom their texts are for. Words of texts that nobody reads any more are noted again when those are published.
DROP INDEX "article_words_start";--> statement-breakpoint
ALTER TABLE "article_words" DROP CONSTRAINT "article_words_pkey";--> statement-breakpoint
ALTER TABLE "article_words" ADD COLUMN "audience" text;--> statement-breakpoint
insert into article_words (audience, word, near)
select distinct on (name, old.word) name, old.word, old.near
from article_texts t
join articles a on a.id = t.article_id
cross join lateral unnest(case when a.audience in ('plans', 'groups') then array(select a.audience || ' ' || id from unnest(a.audience_ids) id) else array[a.audience] end) name
cross join lateral unnest(t.words) given
join article_words old on old.word = given and old.audience is null;--> statement-breakpoint
delete from article_words where audience is null;--> statement-breakpoint
ALTER TABLE "article_words" ALTER COLUMN "audience" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "article_words" ADD CONSTRAINT "article_words_audience_word_pk" PRIMARY KEY("audience","word");--> statement-breakpoint
CREATE INDEX "article_words_start" ON "article_words" USING btree ("audience","word" text_pattern_ops);
