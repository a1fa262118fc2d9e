ALTER TABLE "question_days" ADD COLUMN "median_bucket" integer;
