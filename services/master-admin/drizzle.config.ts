import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/schema.ts', './src/audit/tables.ts', './src/read-model/tables.ts'],
  out: './drizzle',
})
