export { redirectToSignIn, signInAgain, signOut } from './sign-out.ts'
