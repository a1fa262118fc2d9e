export function Question({ text }: { readonly text: string }) {
  return (
    <p
      data-question=""
      dir="auto"
      className="max-w-[85%] self-end whitespace-pre-wrap rounded-card bg-active px-3.5 py-2 text-14 leading-prose"
    >
      <span className="sr-only">You asked: </span>
      {text}
    </p>
  )
}
