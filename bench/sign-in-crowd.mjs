// Eight users who sign in again and again, in a separate process; prints the count when stopped.
import { signIn } from '../dist/test/sign-in.js'

const [url, password] = process.argv.slice(2)
let going = true
let signedIn = 0
process.on('SIGTERM', () => {
  going = false
})
await Promise.all(
  Array.from({ length: 8 }, async (_, index) => {
    for (let round = 0; going; round += 1) {
      await signIn(url, `user-${2 + index + 8 * (round % 20)}@bench.example`, password)
      signedIn += 1
    }
  }),
)
console.log(signedIn)
