// Adds a button to every password field that shows what was typed. The pages work without it.
for (const input of document.querySelectorAll('input[type="password"]')) {
  const box = document.createElement('div')
  const button = document.createElement('button')
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? 'Hide' : 'Show'
    button.setAttribute('aria-label', isShown ? 'Hide password' : 'Show password')
  }
  box.className = 'revealable'
  button.type = 'button'
  button.className = 'reveal'
  input.replaceWith(box)
  box.append(input, button)
  button.addEventListener('click', () => show(input.type === 'password'))
  input.form.addEventListener('submit', () => show(false))
  show(false)
  if (input.autofocus) input.focus()
}
