/** Shows keys such as "Ctrl+Shift+Z" or "1 to 8" as key caps. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span class="caps">
      {keys
        .split(/([+]| to |, )/)
        .filter((part) => part !== '' && part !== '+')
        .map((part) => (/^( to |, )$/.test(part) ? part : <kbd key={part}>{part}</kbd>))}
    </span>
  );
}
