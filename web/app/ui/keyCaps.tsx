/** “Ctrl+Shift+Z” as caps, “1 to 8” with its word between them. */
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
