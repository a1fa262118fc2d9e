import { readFile } from 'node:fs/promises'
import { html } from '@portal/service-kit/html'
import { expect, it } from 'vitest'

const tokensOf = (css: string) =>
  new Map(
    [...css.matchAll(/^ {2}(--[\w-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/\s+/g, ' '),
    ]),
  )

it("the pages' tokens are the portal's, word for word", async () => {
  const own = tokensOf(await readFile(new URL('./identity.css', import.meta.url), 'utf8'))
  const portal = tokensOf(
    await readFile(new URL('../../../../packages/ui/src/styles/tokens.css', import.meta.url), 'utf8'),
  )
  expect(own.size).toBeGreaterThan(40)
  for (const [name, value] of own) expect([name, value]).toEqual([name, portal.get(name)])
})

it('no page sets a literal colour', async () => {
  const css = await readFile(new URL('./identity.css', import.meta.url), 'utf8')
  const rules = css.slice(css.indexOf('@font-face'))
  expect(rules).not.toMatch(/#[0-9a-f]{3,8}\b|oklch|rgb\(|hsl\(/i)
})

it('whatever is inserted into markup is text, in content and in attributes', () => {
  const evil = `"><script>alert('x')</script>&amp;`
  expect(html`<p title="${evil}">${evil}${null}${false}${[html`<b>${'<'}</b>`]}</p>`.markup).toBe(
    `<p title="&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;amp;">` +
      `&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;amp;<b>&#60;</b></p>`,
  )
})
