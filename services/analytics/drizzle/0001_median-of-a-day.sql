ALTER TABLE "question_days" ADD COLUMN "median_bucket" integer;--> statement-breakpoint
ALTER TABLE "question_days" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "answer_times" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
WITH "seen" AS (
	SELECT "organization_id", "department", "day", "bucket",
		sum("answers") OVER (PARTITION BY "organization_id", "department", "day" ORDER BY "bucket") AS "so_far",
		sum("answers") OVER (PARTITION BY "organization_id", "department", "day") AS "whole"
	FROM "answer_times"
), "medians" AS (
	SELECT "organization_id", "department", "day", min("bucket") AS "bucket"
	FROM "seen" WHERE "so_far" * 2 >= "whole" GROUP BY 1, 2, 3
)
UPDATE "question_days" SET "median_bucket" = "medians"."bucket"
FROM "medians"
WHERE "question_days"."organization_id" = "medians"."organization_id"
	AND "question_days"."department" = "medians"."department"
	AND "question_days"."day" = "medians"."day";--> statement-breakpoint
ALTER TABLE "question_days" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "answer_times" FORCE ROW LEVEL SECURITY;
