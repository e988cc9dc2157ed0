"""The site on a club's own laptop: what a double click does, and the page with the buttons for whoever sits there.

One small program stays around the site (``python -m skatturnier.laptop``): it looks whether the folder will do,
starts the site, opens the browser, and does what the site cannot do while it runs: start it anew, put a backup in its
place, go on with the next version. The site writes down what is ordered and ends; the program around it reads that.

What must never be false: one site on a folder of data; nothing is changed in a folder that will not do; an order is
given by a director who sits at the machine itself, and carried out once.

What runs before the site (``folder``, ``keeping``, ``orders``, ``said``) knows no Django: it is there in a moment.
"""
