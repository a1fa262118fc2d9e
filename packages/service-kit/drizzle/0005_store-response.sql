ALTER TABLE "idempotency_keys" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_id_unique" UNIQUE("id");
--> statement-breakpoint
-- Stores the response of one attempt, in the message of its transaction's COMMIT. Without a row the key was taken over by a later attempt.
CREATE PROCEDURE "store_response"("attempt" uuid, "response" text) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_keys SET state = 'done', body = response WHERE id = attempt;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The idempotency key was taken over by a later attempt.' USING ERRCODE = 'PO409';
  END IF;
END $$;
