import { startChat } from '@portal/chat-service/main'
import { startDocuments } from '@portal/documents-service/main'
import { startGateway } from '@portal/gateway-service/main'
import { startIdentity } from '@portal/identity-service/main'
import { startMasterAdmin } from '@portal/master-admin-service/main'
import { startTeam } from '@portal/team-service/main'
import type { Runner, Started } from './start-portal.ts'
import { type ProcessName, processesOf } from './topology.ts'

const starters: Readonly<Record<ProcessName, (environment: NodeJS.ProcessEnv) => Promise<Started>>> = {
  identity: startIdentity,
  team: startTeam,
  documents: startDocuments,
  chat: startChat,
  gateway: startGateway,
  'master-admin': startMasterAdmin,
}

/**
 * Runs every part in this process: all that the gateway calls at the same time, then the gateway. It is stopped first; whatever was started is
 * stopped, too, when another part does not start.
 */
export const runInProcess: Runner = async (topology, progress) => {
  const started: Started[] = []
  const stop = async () => {
    await started.pop()?.stop()
    await Promise.all(started.splice(0).map((part) => part.stop()))
  }
  const start = async (name: ProcessName) => {
    started.push(await progress(`Starting ${name}`, () => starters[name]({ ...topology[name] })))
  }
  const called = processesOf(topology).filter((name) => name !== 'gateway')
  try {
    const results = await Promise.allSettled(called.map(start))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
    await start('gateway')
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
