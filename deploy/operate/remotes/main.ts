import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { readRemoteKeys } from '@portal/contracts/remote-statement'
import { createPreviews } from '@portal/gateway-service/remotes/previews'
import { openRemoteStore } from '@portal/gateway-service/remotes/remote-store'
import { commandOptions, runRemotesCommand } from '@portal/gateway-service/remotes/remotes-command'
import { ConfigError } from '@portal/service-kit/config'
import { SecretKeys } from '@portal/service-kit/rotated-secrets'
import { remotesFolder } from '../../standalone/data-folder.ts'
import { readPortalFile } from '../../standalone/portal-file.ts'
import { readOrMakeSecrets } from '../../standalone/secrets.ts'
import { remoteKeys } from '../../standalone/topology.ts'
import { type Operation, operate } from '../operate.ts'
import { sendPublication } from './send-publication.ts'

// `npm run remotes -- list | publish | promote | rollback | pin | unpin | preview | new-key`.
await operate(async (operation) => {
  const { words, values } = operation
  if (words[0] === 'publish' && values['portal'] !== undefined) return sendPublication(operation)
  return runRemotesCommand(await targetOf(operation), { words, values })
}, commandOptions)

/** The portal whose database the environment names, else the one of the data folder. */
async function targetOf(operation: Operation) {
  const { open, dataFolder, environment, values } = operation
  const { REMOTES_DIRECTORY, SHELL_DIRECTORY, DATABASE_PLATFORM_URL, REMOTE_KEYS } = environment
  const isLocal = DATABASE_PLATFORM_URL === undefined
  if (!isLocal && REMOTES_DIRECTORY === undefined)
    throw new ConfigError('REMOTES_DIRECTORY is missing: the folder from which that portal serves remotes.')
  const secrets = isLocal ? await readOrMakeSecrets(dataFolder) : null
  const keys = secrets ? remoteKeys({ secrets, limits: { REMOTE_KEYS } }) : REMOTE_KEYS
  const read = readRemoteKeys(keys)
  if (!read) throw new ConfigError('REMOTE_KEYS must be as <name>=<32 bytes in base64>.')
  const config = {
    remotesDirectory: REMOTES_DIRECTORY ?? remotesFolder(dataFolder),
    shellDirectory: SHELL_DIRECTORY ?? join(workspaceRoot, 'shell', 'dist'),
    remoteKeys: read,
  }
  const keyFile = values['key'] ?? environment.REMOTE_SIGNING_KEY
  const gatewaySecrets = secrets ? SecretKeys.parse(secrets.gateway) : environment.GATEWAY_SECRET
  const publicOrigin = environment.PUBLIC_ORIGIN ?? (await readPortalFile(dataFolder))?.address
  const pem = keyFile === undefined ? secrets?.remotes : await readFile(keyFile, 'utf8')
  return {
    store: await openRemoteStore(config, await open('gateway')),
    signingKey: pem === undefined ? null : createPrivateKey(pem),
    who: userInfo().username,
    previews: gatewaySecrets && publicOrigin ? createPreviews(gatewaySecrets) : null,
    publicOrigin: publicOrigin ?? '',
  }
}
