type Waiting = Promise<File | undefined>

let waiting: Waiting | undefined

/** Hands a picture to the form of a new case, which the user is led to; it is shown at the end of the description. */
export function handPictureToNewCase(picture: Waiting): void {
  waiting = picture
}

/** The picture that another page has handed over, once. */
export function takePictureForNewCase(): Waiting | undefined {
  const picture = waiting
  waiting = undefined
  return picture
}
