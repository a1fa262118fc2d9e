ALTER TABLE "embeddings" ADD COLUMN "states_version" text;--> statement-breakpoint
ALTER TABLE "embeddings" ADD COLUMN "token_states" "bytea";--> statement-breakpoint
ALTER TABLE "embeddings" ADD COLUMN "clause_states" "bytea";--> statement-breakpoint
-- Numbers of a byte each do not compress: trying costs more than reading them.
ALTER TABLE "embeddings" ALTER COLUMN "token_states" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "embeddings" ALTER COLUMN "clause_states" SET STORAGE EXTERNAL;
