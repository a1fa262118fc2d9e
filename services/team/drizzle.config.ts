import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/schema.ts', './src/notifications/notifications-schema.ts', './src/pictures-schema.ts'],
  out: './drizzle',
})
