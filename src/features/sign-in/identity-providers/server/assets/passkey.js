// Signing in with a passkey (WebAuthn): with the form's button, or by what the browser suggests in the e-mail field.
const form = document.getElementById('passkey')
const status = form.querySelector('[role=status]')
const button = form.querySelector('button')
// A challenge holds for five minutes.
const RENEW_MS = 4 * 60_000
let waiting

/** Asks the person's device, and sends what it answers. A question that waits gives way to a newer one. */
async function ask(mediation) {
  waiting?.abort()
  waiting = new AbortController()
  const { signal } = waiting
  const options = await (await fetch('/signin/passkey', { method: 'POST' })).json()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const given = await navigator.credentials.get({ publicKey, mediation, signal })
  const { id, response } = given.toJSON()
  form.elements.passkey.value = JSON.stringify({ id, response })
  form.submit()
}

async function suggest() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  ask('conditional').catch(() => undefined)
  setTimeout(suggest, RENEW_MS)
}

if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) form.hidden = true
else {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    status.textContent = ''
    ask('optional').catch((failure) => {
      if (failure.name !== 'AbortError') status.textContent = form.dataset.none
    })
  })
  if (!button) suggest()
}
