import { describe, expect, it } from 'vitest'
import { pathMatcher } from './path-pattern.ts'

const paramsOf = (pattern: string, path: string) => pathMatcher([{ path: pattern }])(path)[0]?.params ?? null

describe('a path pattern', () => {
  it.each([
    ['/', '/', {}],
    ['/chat', '/chat', {}],
    ['/join/:code', '/join/abc', { code: 'abc' }],
    [
      '/api/documents/{id}/versions/{versionId}',
      '/api/documents/a%20b/versions/2',
      { id: 'a b', versionId: '2' },
    ],
    ['/join/:code', '/join/100%25', { code: '100%' }],
    ['/join/:code', '/join/...', { code: '...' }],
    ['/join/:code', '/join', null],
    ['/join/:code', '/join/abc/def', null],
    ['/chat', '/chat/1', null],
    ['/chat', '/Chat', null],
    ['/chat', '/%63hat', null],
  ])('%s against %s', (pattern, path, params) => {
    expect(paramsOf(pattern, path)).toEqual(params)
  })

  it.each([
    ...['', '/', '/abc', 'abc/', '.', '..', '%2e', '%2E%2e', '.%2e', '%252e%252e', '%252E'],
    ...['a%2fb', 'a%2Fb', '%2F', 'a%5cb', 'a\\b', 'a%252fb', 'a%255Cb', '%00', 'a%00b', 'a%2500b'],
    ...['%', '%2', 'a%zz', '%E0%A4%A', '%c0%af'],
  ])('takes no parameter from /join/%s', (segment) => {
    expect(paramsOf('/join/:code', `/join/${segment}`)).toBeNull()
  })
})

it('fewer parameters come first, then the order given', () => {
  const match = pathMatcher(
    ['/:any', '/documents/:id', '/documents/new', '/:any/new', '/:other/:id'].map((path) => ({ path })),
  )
  expect(match('/documents/new').map(({ entry }) => entry.path)).toEqual([
    '/documents/new',
    '/documents/:id',
    '/:any/new',
    '/:other/:id',
  ])
})
