import type { z } from 'zod';
import { clearable, partOf, parts, shortText } from '../../common/v1/fields.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { Contact as ContactMessage } from '../../gen/product/v1/Contact.ts';
import type { ContactInput as ContactInputMessage } from '../../gen/product/v1/ContactInput.ts';

/** A person at a client or a supplier. */
export const contact = partOf('contact', {
  contactName: clearable(shortText(), 'Name of the contact person.'),
  email: clearable(shortText(), 'Email address of the contact person. Its form is not checked.'),
  phoneNumber: clearable(shortText(), 'Phone number. Leave out the country code if `countryCode` has it.'),
  countryCode: clearable(shortText(), 'Country code of the phone number, for example `+351`.'),
});

export const { answered: Contact, sent: ContactInput } = contact;
export type Contact = z.output<typeof Contact>;

export const contacts = () => parts(contact, 'Contact persons.');

export type ContactPins = Agree<
  [Pinned<Contact, ContactMessage>, Pinned<z.output<typeof ContactInput>, ContactInputMessage>]
>;
