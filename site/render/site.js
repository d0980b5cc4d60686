/** Copy buttons beside listings. */
for (const listing of document.querySelectorAll('main pre')) {
  const frame = document.createElement('div');
  frame.className = 'listing';
  listing.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(listing.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(listing); // the reader copies it
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  frame.append(listing, button);
}
