import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/schema.ts', './src/remotes/tables.ts'],
  out: './drizzle',
})
