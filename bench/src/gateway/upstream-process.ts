import { createServer } from 'node:http'
import { listening } from './listening.ts'

// The upstream: one kilobyte of JSON as cheaply as Node can, and team's response for P3's person.
const body = Buffer.from(
  JSON.stringify({ items: Array.from({ length: 24 }, (_, id) => ({ id, title: 'A policy title' })) }),
)
const person = Buffer.from(
  JSON.stringify({
    personId: 'bench',
    email: null,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    organization: { id: 1, name: 'Bench' },
    role: 'admin',
    departments: [1],
    isMasterAdmin: false,
    isDisabled: false,
    sessionsValidFrom: null,
  }),
)
const headers = ['content-type', 'application/json', 'content-length', String(body.length)]
listening(
  createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    incoming.resume()
    const isAboutPerson = incoming.url?.startsWith('/internal/') === true
    if (!isAboutPerson) outgoing.writeHead(200, headers)
    outgoing.end(isAboutPerson ? person : body)
  }),
)
