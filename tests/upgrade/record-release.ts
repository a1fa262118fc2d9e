import { writeFile } from 'node:fs/promises'
import { eventSchemas } from './declared-events.ts'
import { eventsFile } from './releases.ts'

// `node tests/upgrade/record-release.ts <version>` keeps the events of the release that is about to
// be made: the next ones are held against them.
const [, , version = ''] = process.argv
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: node tests/upgrade/record-release.ts <version>')
await writeFile(eventsFile(version), `${JSON.stringify(await eventSchemas(), null, 2)}\n`)
