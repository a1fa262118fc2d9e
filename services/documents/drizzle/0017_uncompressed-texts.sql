-- Compressing a text of ten megabytes takes a backend three times as long as storing it, while
-- requests wait for the processor.
ALTER TABLE "version_texts" ALTER COLUMN "text" SET STORAGE EXTERNAL;
