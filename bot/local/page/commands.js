// The bot's slash commands as the picker lists them: sub-commands and groups are commands of their own.

import { store } from "./store.js";

export const [SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
];
const CHAT_INPUT = 1;
const ON_PERSON = 2;

function usableHere(command) {
  const inGuild = !!store.channels.get(store.here)?.guild_id;
  if (inGuild && command.default_member_permissions && !store.me.manager) return false;
  if (command.contexts) return command.contexts.includes(inGuild ? 0 : 1);
  return inGuild || command.dm_permission !== false;
}

function leaves(node, path) {
  const nested = (node.options ?? []).filter((option) => option.type === SUB || option.type === GROUP);
  if (nested.length) return nested.flatMap((option) => leaves(option, [...path, option.name]));
  return [{ path, name: path.join(" "), description: node.description, options: node.options ?? [] }];
}

/**
 * Every command that can be used in the channel in view, in the order in which the bot has registered them: [{path, name,
 * description, options}].
 */
export function commandsHere() {
  return store.commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT && usableHere(command))
    .flatMap((command) => leaves(command, [command.name]));
}

/** The commands of a person's context menu that can be used in the channel in view. */
export const commandsOnPeople = () =>
  store.commands.filter((command) => command.type === ON_PERSON && usableHere(command));

export function matching(text) {
  const wanted = text.toLowerCase();
  const found = commandsHere().filter(
    (entry) => entry.name.includes(wanted) || entry.description.toLowerCase().includes(wanted),
  );
  const rank = ({ name }) => (name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** The data of an interaction: options wrapped in their sub-command and group. */
export function commandData(entry, options) {
  const [name, ...inner] = entry.path;
  const wrapped = inner.reduceRight(
    (held, part, depth) => [{ type: depth === inner.length - 1 ? SUB : GROUP, name: part, options: held }],
    options,
  );
  return { name, type: CHAT_INPUT, options: wrapped };
}

/** The value of what was typed for an option: {value}, or {wrong} with a sentence. */
export function readValue(option, text) {
  const { name, type } = option;
  if (type === INTEGER || type === NUMBER) {
    const value = Number(text.trim().replace(",", "."));
    if (!text.trim() || Number.isNaN(value)) return { wrong: `${name} is a number.` };
    if (type === INTEGER && !Number.isInteger(value)) return { wrong: `${name} is a whole number.` };
    if (value < (option.min_value ?? -Infinity)) return { wrong: `${name} is at least ${option.min_value}.` };
    if (value > (option.max_value ?? Infinity)) return { wrong: `${name} is at most ${option.max_value}.` };
    return { value };
  }
  if (text.length < (option.min_length ?? 0))
    return { wrong: `${name} needs at least ${option.min_length} characters.` };
  if (text.length > (option.max_length ?? 6000))
    return { wrong: `${name} has at most ${option.max_length} characters.` };
  return { value: text };
}
