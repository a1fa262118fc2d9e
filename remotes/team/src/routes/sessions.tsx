import { SessionList } from '../features/sessions/session-list.tsx'

export function Screen() {
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Your sessions</h1>
        <p className="mt-1 text-13 text-secondary">
          Browsers that are logged in as you, and access tokens that work for you. End those you do not
          recognize.
        </p>
      </header>
      <SessionList />
    </div>
  )
}
