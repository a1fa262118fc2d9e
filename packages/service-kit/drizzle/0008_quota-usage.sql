CREATE TABLE "quota_usage" (
	"organization_id" bigint NOT NULL,
	"person_id" text NOT NULL,
	"what" text NOT NULL,
	"day" date NOT NULL,
	"used" bigint NOT NULL,
	CONSTRAINT "quota_usage_organization_id_person_id_what_pk" PRIMARY KEY("organization_id","person_id","what")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "entered_organization_id" bigint;--> statement-breakpoint
-- The same, with the organization that the request founded or joined. Replicas of the previous release call the one without it.
CREATE PROCEDURE "store_response"("attempt" uuid, "response" text, "entered" bigint) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_keys SET state = 'done', body = response, entered_organization_id = entered WHERE id = attempt;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The idempotency key was taken over by a later attempt.' USING ERRCODE = 'PO409';
  END IF;
END $$;
