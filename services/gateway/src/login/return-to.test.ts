import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localPath } from './return-to.ts'

it.each([
  ['/documents', '/documents'],
  ['/documents?department=3&q=a b', '/documents?department=3&q=a%20b'],
  ['/documents/../chat#top', '/chat#top'],
  ['/join/ABC', '/join/ABC'],
  ['/search?next=https://example.com/', '/search?next=https://example.com/'],
])('%s leads to %s', (wanted, path) => {
  expect(localPath(wanted)).toBe(path)
})

it.each([
  undefined,
  '',
  'documents',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/..%5cevil.example',
  '/%2fevil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/a\r\nset-cookie: x=1',
  'javascript:alert(1)',
  'https://evil.example/',
  'https:evil.example',
  '/api/logout',
  '/API/logout',
  '/%61pi/logout',
  '/%41PI/logout',
  '/documents/%2e%2e/api/logout',
  '/oidc/auth',
  '/internal/passport-keys',
  `/${'a'.repeat(2000)}`,
])('%s leads to the start page', (wanted) => {
  expect(localPath(wanted)).toBe('/')
})

it('whatever is asked for, a browser stays on this origin', () => {
  const hostile = fc.array(
    fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '@',
      ':',
      '//',
      '\t',
      '\n',
      'evil.example',
      '?',
      '#',
      'http:',
    ),
  )
  fc.assert(
    fc.property(hostile, (parts) => {
      const path = localPath(`/${parts.join('')}`)
      expect(path.startsWith('/')).toBe(true)
      expect(new URL(path, 'https://portal.example/start').origin).toBe('https://portal.example')
    }),
  )
})
