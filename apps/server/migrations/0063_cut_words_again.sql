-- Texts are cut again: with the sounds of Chinese, common misspellings corrected, and two errors in long words.
UPDATE article_texts SET words = NULL;
--> statement-breakpoint
DELETE FROM article_words;
