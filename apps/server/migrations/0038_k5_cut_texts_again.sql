-- Open texts keep their blocks apart now: the job cuts all of them again.
update article_texts set words = null;
