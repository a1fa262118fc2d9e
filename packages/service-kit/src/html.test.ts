import { expect, it } from 'vitest'
import { html } from './html.ts'

it('everything inserted into markup is text, in content and in attributes', () => {
  const evil = `"><script>alert('x')</script>&amp;`
  expect(html`<p title="${evil}">${evil}${null}${false}${[html`<b>${'<'}</b>`]}</p>`.markup).toBe(
    `<p title="&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;amp;">` +
      `&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;amp;<b>&#60;</b></p>`,
  )
})
