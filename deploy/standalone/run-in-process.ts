import { startChat } from '@portal/chat-service/main'
import { startDocuments } from '@portal/documents-service/main'
import { startGateway } from '@portal/gateway-service/main'
import { startTeam } from '@portal/team-service/main'
import { startIdentity } from '../identity/main.ts'
import type { Runner, Started } from './start-portal.ts'
import { type ProcessName, processNames } from './topology.ts'

const starters: Readonly<Record<ProcessName, (environment: NodeJS.ProcessEnv) => Promise<Started>>> = {
  identity: startIdentity,
  team: startTeam,
  documents: startDocuments,
  chat: startChat,
  gateway: startGateway,
}

/** Runs every part in this process. What was started is stopped in reverse order, also when a later part does not start. */
export const runInProcess: Runner = async (topology, progress) => {
  const started: Started[] = []
  const stop = async () => {
    for (const part of started.reverse()) await part.stop()
  }
  try {
    for (const name of processNames) {
      started.push(await progress(`Starting ${name}`, () => starters[name]({ ...topology[name] })))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
