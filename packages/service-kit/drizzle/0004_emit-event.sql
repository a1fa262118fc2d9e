-- Adds an event to the outbox, in the message of its transaction's COMMIT. CALL is not planned, and a procedure keeps the plan of its insert.
CREATE PROCEDURE "emit_event"("organization" bigint, "event" json) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (organization_id, event) VALUES (emit_event.organization, emit_event.event);
END $$;
