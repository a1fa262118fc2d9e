CREATE TABLE "awaited_versions" (
	"organization_id" bigint NOT NULL,
	"document_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	CONSTRAINT "awaited_versions_organization_id_document_id_pk" PRIMARY KEY("organization_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "document_closings" (
	"organization_id" bigint NOT NULL,
	"document_id" uuid NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"visible_to" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "document_closings_organization_id_document_id_pk" PRIMARY KEY("organization_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "gap_questions" (
	"organization_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"gap_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"asker_id" text NOT NULL,
	"question" text NOT NULL,
	"reason" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answerable_at" timestamp with time zone,
	CONSTRAINT "gap_questions_organization_id_message_id_pk" PRIMARY KEY("organization_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "gaps" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"model" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"state" text NOT NULL,
	"document_id" uuid,
	"owner_id" text,
	"department_number" integer,
	"note" text DEFAULT '' NOT NULL,
	"last_asked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gaps_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "golden_questions" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"document_id" uuid NOT NULL,
	"words" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "golden_questions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "golden_results" (
	"organization_id" bigint NOT NULL,
	"run_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"is_right_document" boolean NOT NULL,
	"has_words" boolean,
	"cited_documents" uuid[] NOT NULL,
	CONSTRAINT "golden_results_organization_id_run_id_question_id_pk" PRIMARY KEY("organization_id","run_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "golden_runs" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"cause" text NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"questions" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "golden_runs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "answer_ratings" (
	"organization_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"reason" text,
	"comment" text,
	"rated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answer_ratings_organization_id_message_id_pk" PRIMARY KEY("organization_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "shown_verified_answers" (
	"organization_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"verified_id" uuid NOT NULL,
	CONSTRAINT "shown_verified_answers_organization_id_message_id_pk" PRIMARY KEY("organization_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "verified_answers" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"content" text NOT NULL,
	"citations" jsonb NOT NULL,
	"model" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"state" text NOT NULL,
	"verified_by" text NOT NULL,
	"verified_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "verified_answers_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "citing_answers" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "citing_answers" ADD COLUMN "notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "as_of" date;--> statement-breakpoint
ALTER TABLE "gap_questions" ADD CONSTRAINT "gap_questions_gap" FOREIGN KEY ("organization_id","gap_id") REFERENCES "public"."gaps"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gap_questions" ADD CONSTRAINT "gap_questions_message" FOREIGN KEY ("organization_id","message_id") REFERENCES "public"."messages"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "golden_results" ADD CONSTRAINT "golden_results_run" FOREIGN KEY ("organization_id","run_id") REFERENCES "public"."golden_runs"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "golden_results" ADD CONSTRAINT "golden_results_question" FOREIGN KEY ("organization_id","question_id") REFERENCES "public"."golden_questions"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_ratings" ADD CONSTRAINT "answer_ratings_message" FOREIGN KEY ("organization_id","message_id") REFERENCES "public"."messages"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shown_verified_answers" ADD CONSTRAINT "shown_verified_message" FOREIGN KEY ("organization_id","message_id") REFERENCES "public"."messages"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shown_verified_answers" ADD CONSTRAINT "shown_verified_answer" FOREIGN KEY ("organization_id","verified_id") REFERENCES "public"."verified_answers"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gap_questions_of_gap" ON "gap_questions" USING btree ("organization_id","gap_id");--> statement-breakpoint
CREATE INDEX "gaps_of_owner" ON "gaps" USING btree ("organization_id","owner_id");--> statement-breakpoint
CREATE INDEX "verified_answers_active" ON "verified_answers" USING btree ("organization_id","id") WHERE state = 'active';