// Comforts only: every page works without this.
for (const button of document.querySelectorAll('[data-reveal]')) {
  const field = document.getElementById(button.dataset.reveal)
  button.hidden = false
  button.addEventListener('click', () => {
    const shown = field.type === 'password'
    field.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(shown))
    field.focus()
  })
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const lines = [...document.querySelectorAll(`#${button.dataset.copy} li`)].map((line) => line.textContent)
  button.hidden = !navigator.clipboard
  button.addEventListener('click', () => navigator.clipboard.writeText(lines.join('\n')))
}

const rules = document.getElementById('rules')
if (rules) {
  const password = document.getElementById('password')
  const repeat = document.getElementById('repeat')
  const own = document
    .querySelector('[name=username]')
    .value.toLowerCase()
    .split(/[^a-z0-9]+/)
  const parts = own.slice(0, -1).filter((part) => part.length >= 3)
  const checks = {
    length: (text) => [...text].length >= 8 && [...text].length <= 128,
    long: (text) => [...text].length >= 15 && [...text].length <= 128,
    upper: (text) => /\p{Lu}/u.test(text),
    lower: (text) => /\p{Ll}/u.test(text),
    digit: (text) => /\p{Nd}/u.test(text),
    special: (text) => /[\p{P}\p{S}]/u.test(text),
    plain: (text) => text !== '' && !/[\s\p{C}\p{Z}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(text),
    name: (text) => text !== '' && !parts.some((part) => text.toLowerCase().includes(part)),
  }
  password.addEventListener('input', () => {
    for (const line of rules.children) {
      const check = checks[line.dataset.rule]
      line.className = check?.(password.value) ? 'kept' : ''
    }
  })
  repeat.addEventListener('input', () => repeat.setCustomValidity(''))
}

// Whether the domain may sign up is said while it is typed; the answers are those of signing up.
const said = document.getElementById('domain')
if (said) {
  const email = document.getElementById('email')
  const account = document.getElementById('accountName')
  let timer
  const check = async () => {
    if (!email.value.includes('@') || !email.validity.valid || !account.value) return
    const asked = new URLSearchParams({ email: email.value, accountName: account.value })
    const response = await fetch(`/api/onboarding/check?${asked}`)
    const answer = response.ok ? undefined : await response.json()
    if (response.status === 429) return
    said.textContent = answer ? answer.error : said.dataset.allowed
    said.className = answer ? 'notice error' : 'notice info'
  }
  for (const field of [email, account])
    field.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => check().catch(() => undefined), 400)
    })
}
