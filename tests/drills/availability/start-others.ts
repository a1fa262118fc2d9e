import type { Target } from './attack.ts'
import type { Work } from './others.ts'
import { OthersMessage, type OthersOrder } from './others-protocol.ts'
import { startOwnProcess } from './own-process.ts'
import { Window } from './window.ts'

/** Those who want to work while others attack, in a process of their own. */
export interface Others extends AsyncDisposable {
  /** Asks for lists for a while. */
  watch(): Promise<Window>
  /** Uploads until that can be cited; signs in first, by default. */
  work(signsIn?: boolean): Promise<Work>
}

/** Signs everybody in. */
export async function startOthers({ address, logins }: Target): Promise<Others> {
  const others = startOwnProcess(new URL('./others-process.ts', import.meta.url))
  const ask = async <Kind extends OthersMessage['kind']>(order: OthersOrder, kind: Kind) => {
    const answer = OthersMessage.parse(await others.ask(order))
    if (answer.kind === 'failed') throw new Error(answer.reason)
    if (!isOfKind(answer, kind)) throw new Error(`Others said ${answer.kind} when asked to ${order.kind}.`)
    return answer
  }
  await ask({ kind: 'enter', target: { address, logins: [...logins] } }, 'entered')
  return {
    watch: async () => new Window((await ask({ kind: 'watch' }, 'watched')).samples),
    work: (signsIn = true) => ask({ kind: 'work', signsIn }, 'worked'),
    [Symbol.asyncDispose]: () => others[Symbol.asyncDispose](),
  }
}

function isOfKind<Kind extends OthersMessage['kind']>(
  answer: OthersMessage,
  kind: Kind,
): answer is Extract<OthersMessage, { kind: Kind }> {
  return answer.kind === kind
}
