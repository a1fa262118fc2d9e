import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import { readGatewayConfig } from './src/config.ts'
import { startGateway } from './src/service.ts'

const pg = await startEmbeddedPostgres({ dataFolder: '/tmp/gw/pg', isTemporary: true, log: console.log })
const db = await provisionDatabase(pg.adminUrl, 'gateway')
const config = readGatewayConfig({
  DATABASE_OWNER_URL: db.owner,
  DATABASE_APP_URL: db.app,
  DATABASE_PLATFORM_URL: db.platform,
  DATABASE_READER_URL: db.reader,
  EVENTS_URL: 'log:',
  LISTEN_PORT: '3999',
  INTERNAL_PORT: '3998',
  PUBLIC_ORIGIN: 'http://localhost:3999',
  GATEWAY_SECRET: Buffer.alloc(32).toString('base64'),
  TEAM_URL: 'http://127.0.0.1:4001',
  DOCUMENTS_URL: 'http://127.0.0.1:4002',
  CHAT_URL: 'http://127.0.0.1:4003',
  OIDC_ISSUER: 'http://localhost:3999/oidc',
  OIDC_INTERNAL_ORIGIN: 'http://127.0.0.1:4004',
  OIDC_CLIENT_ID: 'gw',
  OIDC_CLIENT_SECRET: 'x',
  OIDC_SHELL_CLIENT_ID: 's',
  SHELL_DIRECTORY: '/tmp/gw/shell',
  REMOTES_DIRECTORY: '/tmp/gw/remotes',
})
const gw = await startGateway(config, {
  bus: null as never,
  log: createLogger({ service: 'gateway', level: 'info' }),
})
process.on('SIGTERM', async () => {
  await gw.stop()
  await pg.stop()
  process.exit(0)
})
