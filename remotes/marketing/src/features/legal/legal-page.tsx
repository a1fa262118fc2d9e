import { Calendar } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageTop } from '../site/page-top.tsx'

/** A section of a legal text; `id` is its address on the page. */
export interface LegalSection {
  readonly id: string
  readonly title: string
  readonly body: ReactNode
}

interface LegalPageProps {
  readonly title: string
  readonly lead: string
  readonly inShort: readonly string[]
  readonly sections: readonly LegalSection[]
}

/** A legal text with its contents beside it (product §2: last updated June 15, 2025). */
export function LegalPage({ title, lead, inShort, sections }: LegalPageProps) {
  return (
    <PageTop
      title={title}
      lead={
        <>
          <p>{lead}</p>
          <p className="mt-4 flex items-center gap-2 text-14 text-tertiary">
            <Calendar className="size-4" />
            <span>
              Last updated <time dateTime="2025-06-15">June 15, 2025</time>
            </span>
          </p>
        </>
      }
    >
      <div className="grid gap-x-col border-default border-t px-pad py-14 lg:grid-cols-[220px_minmax(0,1fr)]">
        <nav aria-label="On this page" className="max-lg:mb-10 lg:sticky lg:top-24 lg:self-start">
          <h2 className="mb-2.5 font-medium text-13 text-tertiary">On this page</h2>
          <ul className="grid gap-x-6 sm:max-lg:grid-cols-2">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-block py-1 text-14/5.5 text-secondary underline-offset-3 hover:text-primary hover:underline"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <article className="max-w-[68ch] text-pretty text-secondary [&_a]:text-accent-text [&_a]:underline [&_a]:underline-offset-3 [&_li+li]:mt-2 [&_ol]:list-decimal [&_ol]:ps-6 [&_p+p]:mt-3.5 [&_p+ul]:mt-3.5 [&_ul]:list-disc [&_ul]:ps-6">
          <section
            aria-labelledby="in-short"
            className="mb-12 rounded-card border border-default bg-panel px-6 py-5"
          >
            <h2 id="in-short" className="mb-2.5 font-semibold text-16 text-primary">
              In short
            </h2>
            <ul className="text-15">
              {inShort.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
          {sections.map(({ id, title: name, body }) => (
            <section key={id} aria-labelledby={id} className="mb-10">
              <h2 id={id} className="mb-3 scroll-mt-24 font-semibold text-20 text-primary">
                {name}
              </h2>
              {body}
            </section>
          ))}
        </article>
      </div>
    </PageTop>
  )
}
