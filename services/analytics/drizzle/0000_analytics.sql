CREATE TABLE "activities" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_id" text,
	"document_id" uuid,
	"person_id" text,
	"name" text,
	"is_for_everyone" boolean NOT NULL,
	"departments" integer[] NOT NULL,
	"roles" text[] NOT NULL,
	"users" text[] NOT NULL,
	CONSTRAINT "activities_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "answer_times" (
	"organization_id" bigint NOT NULL,
	"department" integer NOT NULL,
	"day" date NOT NULL,
	"bucket" integer NOT NULL,
	"answers" integer NOT NULL,
	CONSTRAINT "answer_times_organization_id_department_day_bucket_pk" PRIMARY KEY("organization_id","department","day","bucket")
);
--> statement-breakpoint
CREATE TABLE "document_days" (
	"organization_id" bigint NOT NULL,
	"document_id" uuid NOT NULL,
	"day" date NOT NULL,
	"answers" integer NOT NULL,
	CONSTRAINT "document_days_organization_id_document_id_day_pk" PRIMARY KEY("organization_id","document_id","day")
);
--> statement-breakpoint
CREATE TABLE "question_days" (
	"organization_id" bigint NOT NULL,
	"department" integer NOT NULL,
	"day" date NOT NULL,
	"questions" integer NOT NULL,
	"no_evidence" integer NOT NULL,
	"rated" integer NOT NULL,
	"low_rated" integer NOT NULL,
	"rating_sum" bigint NOT NULL,
	CONSTRAINT "question_days_organization_id_department_day_pk" PRIMARY KEY("organization_id","department","day")
);
--> statement-breakpoint
CREATE TABLE "stale_days" (
	"organization_id" bigint NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "stale_days_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
CREATE TABLE "group_figures" (
	"organization_id" bigint NOT NULL,
	"department" integer DEFAULT 0 NOT NULL,
	"group_id" uuid NOT NULL,
	"question" text NOT NULL,
	"asked" integer NOT NULL,
	"askers" integer NOT NULL,
	"unanswered" integer NOT NULL,
	"rated" integer NOT NULL,
	"rating_sum" integer NOT NULL,
	"department_number" integer,
	"last_asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "group_figures_organization_id_department_group_id_pk" PRIMARY KEY("organization_id","department","group_id")
);
--> statement-breakpoint
CREATE TABLE "question_groups" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"model" text,
	"vector" "bytea",
	"last_asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_groups_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "stale_wordings" (
	"organization_id" bigint NOT NULL,
	"wording" text NOT NULL,
	CONSTRAINT "stale_wordings_organization_id_wording_pk" PRIMARY KEY("organization_id","wording")
);
--> statement-breakpoint
CREATE TABLE "wordings" (
	"organization_id" bigint NOT NULL,
	"wording" text NOT NULL,
	"group_id" uuid NOT NULL,
	CONSTRAINT "wordings_organization_id_wording_pk" PRIMARY KEY("organization_id","wording")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"outstanding" integer DEFAULT 0 NOT NULL,
	"is_open" boolean NOT NULL,
	CONSTRAINT "campaigns_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"organization_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "departments_organization_id_number_pk" PRIMARY KEY("organization_id","number")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"department_number" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"visible_to" integer[] DEFAULT '{}' NOT NULL,
	"owner_id" text,
	"next_review_on" date,
	"current_version_id" uuid,
	"is_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "documents_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"rolled_time_zone" text DEFAULT 'UTC' NOT NULL,
	"askers_min" integer DEFAULT 3 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"person_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"organization_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"asker_id" text,
	"asked_at" timestamp with time zone,
	"departments" integer[] DEFAULT '{}' NOT NULL,
	"outcome" text,
	"duration_ms" integer,
	"cited_documents" uuid[] DEFAULT '{}' NOT NULL,
	"question" text,
	"wording" text,
	"rating" integer,
	CONSTRAINT "questions_organization_id_message_id_pk" PRIMARY KEY("organization_id","message_id")
);
--> statement-breakpoint
CREATE INDEX "activities_by_time" ON "activities" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "document_days_by_day" ON "document_days" USING btree ("organization_id","day");--> statement-breakpoint
CREATE INDEX "group_figures_of_group" ON "group_figures" USING btree ("organization_id","group_id");--> statement-breakpoint
CREATE INDEX "question_groups_by_time" ON "question_groups" USING btree ("organization_id","last_asked_at");--> statement-breakpoint
CREATE INDEX "wordings_of_group" ON "wordings" USING btree ("organization_id","group_id");--> statement-breakpoint
CREATE INDEX "campaigns_of_document" ON "campaigns" USING btree ("organization_id","document_id");--> statement-breakpoint
CREATE INDEX "questions_by_time" ON "questions" USING btree ("organization_id","asked_at");--> statement-breakpoint
CREATE INDEX "questions_of_wording" ON "questions" USING btree ("organization_id","wording","asked_at");--> statement-breakpoint
CREATE INDEX "questions_of_conversation" ON "questions" USING btree ("organization_id","conversation_id");--> statement-breakpoint
CREATE INDEX "questions_of_asker" ON "questions" USING btree ("organization_id","asker_id");