// @vitest-environment happy-dom
import { RemoteReport } from '@portal/contracts/remote-releases'
import { describe, expect, it } from 'vitest'
import { createRemoteReporter, reportScriptErrors } from './report-remote.ts'

const entry = {
  name: 'chat',
  version: 'abc',
  entry: '/remotes/chat/abc/remote-entry.js',
  container: 'portal_chat',
  integrity: {},
  routes: [],
  navigation: [],
}

function reporterOf({ version = 'abc', isSignedIn = true }: { version?: string; isSignedIn?: boolean } = {}) {
  const sent: unknown[] = []
  const replaced: string[] = []
  const reporter = createRemoteReporter({
    client: {
      request: async (_method, _path, body) => {
        sent.push(body)
        return Response.json({ version })
      },
    },
    isSignedIn: () => isSignedIn,
    onReplaced: (name, present) => replaced.push(`${name}@${present}`),
  })
  return { reporter, sent, replaced }
}

function thrown(
  name: string,
  location = 'https://portal.example/remotes/chat/abc/assets/screen.0a.js:1:234',
) {
  const error = new Error('Ada Lovelace asked about salaries')
  error.name = name
  error.stack = `${name}: Ada Lovelace asked about salaries\n    at Screen (${location})`
  return error
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('reporting on remotes', () => {
  it('says of a failure its kind, its name and its location in the remote, and nothing of its words', () => {
    const { reporter, sent } = reporterOf()
    reporter.failed(entry, { kind: 'render', error: thrown('TypeError') })
    expect(sent).toEqual([
      {
        ...{ name: 'chat', version: 'abc', outcome: 'failed', kind: 'render' },
        ...{ error: 'TypeError', location: 'assets/screen.0a.js:1:234' },
      },
    ])
    expect(RemoteReport.parse(sent[0])).toEqual(sent[0])
  })

  it('calls an error of any other name Error, and names no location outside the remote', () => {
    const { reporter, sent } = reporterOf()
    reporter.failed(entry, {
      kind: 'load',
      error: thrown('Ada Lovelace', 'https://portal.example/main.js:1:2'),
    })
    expect(sent).toEqual([{ name: 'chat', version: 'abc', outcome: 'failed', kind: 'load', error: 'Error' }])
  })

  it('reports a failure of a version once, and that it is shown only while it is watched', async () => {
    const { reporter, sent } = reporterOf()
    reporter.shown(entry)
    reporter.shown({ ...entry, isWatched: true, isPreview: true })
    expect(sent).toEqual([])
    for (const _ of [1, 2]) {
      reporter.shown({ ...entry, isWatched: true })
      reporter.failed(entry, { kind: 'slow', error: null })
      await settled()
    }
    expect(sent).toHaveLength(2)
  })

  it('says when the person has another version by now', async () => {
    const { reporter, replaced } = reporterOf({ version: 'abb' })
    reporter.failed(entry, { kind: 'render', error: null })
    await settled()
    expect(replaced).toEqual(['chat@abb'])
  })

  it('reports nothing for visitors', () => {
    const { reporter, sent } = reporterOf({ isSignedIn: false })
    reporter.failed(entry, { kind: 'render', error: null })
    expect(sent).toEqual([])
  })
})

describe('errors outside of rendering', () => {
  it('are those of the remote in whose code they were thrown; the shell’s and the network’s are nobody’s', () => {
    const target = new EventTarget()
    const { reporter, sent } = reporterOf()
    // An EventTarget listens as a window does; its types do not know the window's events.
    reportScriptErrors(target as Window, reporter)
    for (const error of [thrown('TypeError', 'https://portal.example/main.js:1:2'), thrown('RequestError')])
      target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }))
    expect(sent).toEqual([])
    target.dispatchEvent(new ErrorEvent('error', { error: thrown('ReferenceError') }))
    expect(sent).toMatchObject([{ name: 'chat', version: 'abc', kind: 'script', error: 'ReferenceError' }])
  })
})
