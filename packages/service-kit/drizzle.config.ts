import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/outbox/table.ts',
    './src/inbox/tables.ts',
    './src/jobs/tables.ts',
    './src/idempotency/table.ts',
    './src/purge/tables.ts',
  ],
  out: './drizzle',
})
