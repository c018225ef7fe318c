/** Base words of leaked passwords. */
const words = new Set(
  `password passwort passw0rd pass passcode motdepasse contrasena senha wachtwoord parola login logon welcome willkommen bienvenue
   admin administrator root user guest test tester testing demo sample default changeme change letmein access enter secret geheim private
   qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qaz wsx abc abcd abcde abcdef abcdefg alphabet
   monkey dragon tiger lion eagle falcon phoenix shadow master ninja samurai warrior knight wizard hunter killer ranger
   football baseball basketball soccer hockey golf tennis liverpool arsenal chelsea barcelona juventus yankees lakers
   summer sommer winter spring autumn fall herbst fruehling monday tuesday wednesday thursday friday saturday sunday
   january february march april may june july august september october november december
   sunshine moonlight princess angel flower butterfly rainbow star starwars superman batman spiderman pokemon matrix trustno
   michael jordan jennifer jessica ashley daniel thomas robert charlie george andrew joshua matthew nicole michelle amanda
   love iloveyou loveme baby babygirl family freedom forever hello hallo bonjour hola ciao money cash diamond gold silver
   computer internet server network system windows linux oracle cisco google microsoft apple samsung office company business
   london paris berlin madrid rome moscow america canada mexico england germany france italy spain india china japan
   cookie chocolate banana orange cheese coffee pepper ginger whatever nothing something anything temp temporary
   headend harmonic cable modem docsis broadband portal support customer`.split(/\s+/),
)

/** How users extend such a word to satisfy a rule. */
const endings = [
  '1!',
  '12!',
  '123!',
  '1234!',
  '12345!',
  '123456!',
  '1@',
  '123@',
  '@1',
  '@12',
  '@123',
  '@1234',
  '#1',
  '#123',
  '!1',
  '!123',
  '1$',
  '123$',
  '2020!',
  '2021!',
  '2022!',
  '2023!',
  '2024!',
  '2025!',
  '2026!',
  '@2024',
  '@2025',
  '@2026',
  '_1',
  '_123',
  '.1',
  '.123',
  '-1',
  '-123',
  '01!',
  '99!',
  '007!',
  '69!',
  '*1',
  '&1',
]

const replacements: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The common passwords that otherwise satisfy the rule; attackers try them first. */
export function* commonPasswords(): Generator<string> {
  for (const word of words)
    for (const ending of endings) {
      const password = word.charAt(0).toUpperCase() + word.slice(1) + ending
      if (password.length >= 8) yield password
    }
}

/**
 * Whether a password is a common one: a well-known word (or two, or a run of one character) with digits and symbols
 * around it or in place of look-alike letters.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^a-z]+|(?<![^a-z])[^a-z]+$/g, '')
  return [
    bare,
    unlike(bare),
    unlike(lower).replace(/^[^a-z]+|(?<![^a-z])[^a-z]+$/g, ''),
    unlike(lower.replace(/(?<![\d\W_])[\d\W_]+$/, '')),
  ].some(isCommonWord)
}

function isCommonWord(word: string): boolean {
  if (word.length < 3 || words.has(word) || /^(.{1,3})\1+$/.test(word)) return true
  for (let cutAt = 3; cutAt <= word.length - 3; cutAt += 1)
    if (words.has(word.slice(0, cutAt)) && words.has(word.slice(cutAt))) return true
  return false
}

function unlike(text: string): string {
  return text.replace(/[0134557@$!]/g, (letter) => replacements[letter] ?? letter)
}
