import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/identity-provider/schema.ts',
  out: './drizzle/identity',
})
